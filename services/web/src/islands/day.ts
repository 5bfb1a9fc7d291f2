// Creates the field for a day when the reader unfolds it: on a slow phone, it takes longer than a row of a board. Without the script,
// it remains a text field.

for (const field of document.querySelectorAll<HTMLInputElement>('details input[data-day]')) {
  const open = () => {
    field.type = 'date';
  };
  field.closest('details')!.addEventListener('toggle', open, { once: true });
}

export {};
