import { useUi } from '../ui.js';

interface DownloadsProps {
  /** Address of the files, without their ending. */
  readonly address: string;
}

/** A list as files, for spreadsheets and for programs. */
export function Downloads({ address }: DownloadsProps) {
  const { t } = useUi();
  return (
    <span>
      {t.download}: <a href={`${address}.csv`}>CSV</a> · <a href={`${address}.jsonl`}>JSON</a>
    </span>
  );
}
