// Makes the field for a day when the reader opens what it is folded in: it takes a slow phone longer than a row of a board. Without the
// script, it stays a field for text.

for (const field of document.querySelectorAll<HTMLInputElement>('details input[data-day]')) {
  const open = () => {
    field.type = 'date';
  };
  field.closest('details')!.addEventListener('toggle', open, { once: true });
}

export {};
