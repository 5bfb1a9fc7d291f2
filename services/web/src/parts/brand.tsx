import type { ComponentChildren } from 'preact';
import { ICON_PATH } from '../theme.js';
import { useUi } from '../ui.js';

interface BrandProps {
  readonly href: string;
  /** What stands beside the logo. */
  readonly children: ComponentChildren;
}

/** The logo and the name at the top of every page. */
export function Brand({ href, children }: BrandProps) {
  const { logo } = useUi().theme;
  return (
    <a class="brand" href={href}>
      {logo ? (
        <img src={logo} alt="" width="28" height="28" />
      ) : (
        // An image of its own takes a slow phone longer to draw.
        <svg viewBox="0 0 16 16" width="28" height="28" aria-hidden="true">
          <path fill="#c80" d={ICON_PATH} />
        </svg>
      )}
      <span>{children}</span>
    </a>
  );
}
