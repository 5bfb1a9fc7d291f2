/** Where a word begins within a name: AmberSparrow, wild_badger. */
const JOINTS = /(?<=\p{Ll})(?=\p{Lu})|(?<=[_.-])(?=[^_.-])/u;
/** Names of fewer letters fit everywhere. */
const LONG = 9;

/** A name that somebody chose. It may be in a right-to-left script, and must not reorder the text around it. A long one breaks between words first. */
export function Name({ name }: { readonly name: string }) {
  if (name.length < LONG) return <bdi>{name}</bdi>;
  return (
    <bdi>
      {name.split(JOINTS).map((word, index) => (
        <>
          {index > 0 && <wbr />}
          {word}
        </>
      ))}
    </bdi>
  );
}
