// Suggests matches for a text while it is typed, in fields with `data-suggest`: from everything, or from the players of the named league.
// Without the script, these forms work normally. `data-names` is the address of suggestions that only this reader may see.

const EVERYTHING = `query ($text: String!) {
  found: search(text: $text, first: 8) {
    ... on League { slug name }
    ... on Player { handle displayName }
    ... on NamedTeam { teamName league { slug name } }
    ... on Match { externalId league { slug name } }
  }
}`;
const PLAYERS = `query ($text: String!, $league: String!) {
  league(slug: $league) { found: playersLike(part: $text, first: 8) { handle displayName } }
}`;
/** Shorter texts match too much. */
const SHORTEST = 2;
/** How long somebody may pause while typing, in milliseconds. */
const PAUSE = 150;

interface Found {
  readonly slug?: string;
  readonly name?: string;
  readonly handle?: string;
  readonly displayName?: string | null;
  readonly externalId?: string;
  readonly teamName?: string;
  readonly league?: { readonly slug: string; readonly name: string };
}

for (const [index, field] of document.querySelectorAll<HTMLInputElement>('input[data-suggest]').entries()) {
  suggest(field, `options-${index}`);
}

function suggest(field: HTMLInputElement, id: string): void {
  const { suggest: league, names } = field.dataset;
  const list = document.createElement('ul');
  Object.assign(list, { id, className: 'options', role: 'listbox', ariaLabel: suggestionLabel(field) });
  field.autocomplete = 'off';
  field.role = 'combobox';
  field.ariaAutoComplete = 'list';
  field.ariaExpanded = 'false';

  let shown: readonly Found[] = [];
  let chosen = -1;
  let due: ReturnType<typeof setTimeout> | undefined;
  let asked: AbortController | undefined;

  const show = (found: readonly Found[]) => {
    shown = found;
    list.replaceChildren(...found.map((item, place) => optionOf(item, `${id}-${place}`)));
    field.ariaExpanded = String(found.length > 0);
    if (found.length > 0) {
      // Outside the label, whose text would otherwise be read with every option.
      const anchor = field.closest('label') ?? field;
      if (!list.isConnected) anchor.after(list);
      list.style.insetBlockStart = `${anchor.offsetTop + anchor.offsetHeight}px`;
      list.style.left = `${anchor.offsetLeft}px`;
      list.style.width = `${anchor.offsetWidth}px`;
      field.setAttribute('aria-controls', id);
    } else {
      list.remove();
      field.removeAttribute('aria-controls');
    }
    point(-1);
  };
  const point = (place: number) => {
    chosen = place;
    for (const [index, option] of [...list.children].entries()) option.ariaSelected = String(index === place);
    if (place < 0) field.removeAttribute('aria-activedescendant');
    else field.setAttribute('aria-activedescendant', `${id}-${place}`);
  };
  const close = () => {
    clearTimeout(due);
    asked?.abort();
    show([]);
  };
  const take = ({ slug, handle, externalId, teamName, league: where }: Found) => {
    close();
    if (league && handle !== undefined) {
      field.value = handle;
      field.dispatchEvent(new Event('change', { bubbles: true }));
      if (field.dataset.submits !== undefined) field.form!.requestSubmit();
    } else if (where && externalId !== undefined) go(`/l/${where.slug}/m/${encodeURIComponent(externalId)}`);
    else if (where && teamName !== undefined) go(`/l/${where.slug}/team/${encodeURIComponent(teamName)}`);
    else go(handle === undefined ? `/l/${slug}` : `/p/${encodeURIComponent(handle)}`);
  };
  const ask = async (text: string) => {
    asked?.abort();
    asked = new AbortController();
    const { signal } = asked;
    try {
      const body = JSON.stringify({
        query: league ? PLAYERS : EVERYTHING,
        variables: { text, league: league || undefined },
      });
      const headers = { 'content-type': 'application/json' };
      // The console has its own suggestions, limited to what the session may read.
      const response = names
        ? await fetch(`${names}?${new URLSearchParams({ text })}`, { signal })
        : await fetch('/graphql', { method: 'POST', headers, body, signal });
      const { data } = await response.json();
      if (signal.aborted) return;
      const found: Found[] = (league ? data?.league?.found : data?.found) ?? [];
      // Handles have no blanks, and a league may not know the name from which a handle was made.
      if (league && found.length === 0 && /\s/.test(text)) return void ask(text.replace(/\s+/g, '_'));
      show(found);
    } catch {
      // Nothing is suggested while the service is away.
    }
  };

  field.addEventListener('input', () => {
    const text = field.value.trim();
    clearTimeout(due);
    if (text.length < SHORTEST) return close();
    due = setTimeout(() => void ask(text), PAUSE);
  });
  field.addEventListener('keydown', (event) => {
    if (!list.isConnected || event.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      // One more place than there are options: in the field itself.
      const places = shown.length + 1;
      point(((chosen + 1 + step + places) % places) - 1);
    } else if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && chosen >= 0) take(shown[chosen]!);
    else return;
    event.preventDefault();
  });
  field.addEventListener('blur', close);
  // A press must not take the focus, which would close the list before the click.
  list.addEventListener('pointerdown', (event) => event.preventDefault());
  list.addEventListener('click', ({ target }) => {
    const place = [...list.children].indexOf((target as Element).closest('li')!);
    if (place < 0) return;
    take(shown[place]!);
    // On touch screens, the focus moves on to the next player; keyboards have Tab.
    if (league) nextEmpty(field)?.focus();
  });
}

function nextEmpty(field: HTMLInputElement): HTMLInputElement | undefined {
  const all = [...(field.form?.querySelectorAll<HTMLInputElement>('input[data-suggest]') ?? [])];
  return all.slice(all.indexOf(field) + 1).find(({ value }) => value === '');
}

function suggestionLabel(field: HTMLInputElement): string {
  return field.ariaLabel ?? field.labels?.[0]?.textContent ?? '';
}

function optionOf({ name, handle, displayName, externalId, teamName, league }: Found, id: string): HTMLElement {
  const option = document.createElement('li');
  Object.assign(option, { id, role: 'option' });
  const title = document.createElement('bdi');
  title.textContent = name ?? teamName ?? (displayName || handle) ?? externalId ?? '';
  const aside = league?.name ?? (displayName && displayName !== handle ? handle : undefined);
  option.append(title);
  if (aside !== undefined) {
    const small = document.createElement('small');
    small.textContent = aside;
    option.append(' ', small);
  }
  return option;
}

function go(address: string): void {
  location.assign(address);
}

export {};
