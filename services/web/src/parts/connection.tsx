import { useUi } from '../ui.js';

/** Where the script of a page that follows a league says that it has lost the service. */
export function Connection() {
  const { t } = useUi();
  return <p class="connection" role="status" data-lost={t.connectionLost} />;
}
