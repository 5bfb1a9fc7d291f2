// Preselects the reader's time zone, which only their browser knows, if nobody has chosen one.

const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
for (const field of document.querySelectorAll<HTMLSelectElement>('select[data-chooser="own-zone"]')) {
  if ([...field.options].some(({ value }) => value === timeZone)) field.value = timeZone;
}

export {};
