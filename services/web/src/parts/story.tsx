import type { ComponentChildren } from 'preact';
import { type Format, isolated } from '../format.js';
import { urls } from '../page.js';
import { filled } from '../texts/refusal.js';
import { Time } from './elements.js';
import { type Named, nameOf, PlayerLink } from './player.js';

/** What stands at a place of a sentence: in words, and as a page shows it. */
interface Part {
  readonly text: string;
  readonly shown: ComponentChildren;
}

/** A sentence of a story: a pattern of the texts, such as `The best rating was {points}.`, and what stands at its places. */
export interface Sentence {
  readonly pattern: string;
  readonly parts: Readonly<Record<string, Part | string>>;
}

/** A story as plain text, for previews and pictures. */
export function textOf(sentences: readonly Sentence[]): string {
  return sentences
    .map(({ pattern, parts }) => {
      const texts = Object.entries(parts).map(([name, part]) => [name, typeof part === 'string' ? part : part.text]);
      return filled(pattern, Object.fromEntries(texts));
    })
    .join(' ');
}

/** A story in a paragraph; nothing if there is none. */
export function Story({ title, sentences }: { readonly title: string; readonly sentences: readonly Sentence[] }) {
  if (sentences.length === 0) return null;
  return (
    <section class="story">
      <h2>{title}</h2>
      <p>
        {sentences.map(({ pattern, parts }) => (
          <>
            {/* The names of places are between the texts. */}
            {pattern.split(/\{(\w+)\}/).map((text, index) => {
              const part = index % 2 === 1 ? parts[text]! : text;
              return typeof part === 'string' ? part : part.shown;
            })}{' '}
          </>
        ))}
      </p>
    </section>
  );
}

/** Somebody by name, with a link to their page in the league. */
export function whoIn(slug: string, player: Named): Part {
  return { text: isolated(nameOf(player)), shown: <PlayerLink slug={slug} player={player} /> };
}

export interface PlayedMatch {
  readonly externalId: string;
  readonly playedAt: string;
}

/** The day of a time. */
export function onDay(at: string, format: Format): Part {
  return { text: format.day(at), shown: <Time at={at} /> };
}

/** The day of a match, with a link to it. */
export function dayOf(slug: string, { externalId, playedAt }: PlayedMatch, format: Format): Part {
  return {
    text: format.day(playedAt),
    shown: (
      <a href={urls.match(slug, externalId)}>
        <Time at={playedAt} />
      </a>
    ),
  };
}
