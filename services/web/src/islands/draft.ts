// Stores the values of a match's form until the service has answered, in this tab alone: phones drop pages while they sleep, and networks
// lose responses. A sent form is sent again with its ids, so that its match counts once.

/** How long a draft is valid, in milliseconds: the next evening starts afresh. */
const LIFE = 6 * 3_600_000;
const KEY = `draft ${location.pathname}`;
/** Hidden fields by which the service recognises a form. */
const IDS = ['_once', '_externalId'];

interface Draft {
  readonly at: number;
  readonly written: Readonly<Record<string, string>>;
  /** Ids of a form that was sent. */
  readonly ids?: Readonly<Record<string, string>>;
}

const form = document.querySelector<HTMLFormElement>('form.sheet');
if (form) keepDraft(form);

function keepDraft(form: HTMLFormElement): void {
  const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement | null;
  const read = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, field(name)?.value ?? '']));
  const write = (values: Readonly<Record<string, string>>) => {
    for (const [name, value] of Object.entries(values)) {
      const found = field(name);
      if (!found || found.value === value) continue;
      found.value = value;
      // Unfolded, because nothing unseen should be sent.
      found.closest('details')?.setAttribute('open', '');
    }
  };
  const own = read(IDS);
  const keep = (ids?: Draft['ids']) => {
    const fields = [
      ...form.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
        'input:not([type=hidden], [type=checkbox]), select',
      ),
    ];
    // A sent form is sent again unchanged; otherwise, a page with other fields has the rest by itself.
    const written = read((ids ? fields : fields.filter(isChanged)).map(({ name }) => name));
    const draft: Draft = { at: Date.now(), written, ...(ids && { ids }) };
    sessionStorage.setItem(KEY, JSON.stringify(draft));
  };

  const draft: Draft | null = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
  if (draft && (Date.now() - draft.at > LIFE || (draft.ids && isAnswered(draft.ids)))) sessionStorage.removeItem(KEY);
  else if (draft) write({ ...draft.written, ...draft.ids });

  const change = () => {
    // If the values differ from the sent ones, it is another match.
    write(own);
    keep();
  };
  form.addEventListener('input', change);
  form.addEventListener('change', change);
  form.addEventListener('submit', () => keep(read(IDS)));
}

function isChanged(field: HTMLInputElement | HTMLSelectElement): boolean {
  return 'defaultValue' in field ? field.value !== field.defaultValue : !field.selectedOptions[0]?.defaultSelected;
}

/** Whether the service has answered the sent form: this page is the response, or lists the match. */
function isAnswered(ids: NonNullable<Draft['ids']>): boolean {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (visit?.type === 'navigate' && /[?&](done|kept)=/.test(location.search)) return true;
  return document.querySelector(`a[href$="/${ids._externalId}"]`) !== null;
}

export {};
