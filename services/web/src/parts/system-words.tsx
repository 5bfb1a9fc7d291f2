import type { Texts } from '../texts/en/site.js';

interface Schema {
  readonly properties?: Readonly<Record<string, object>>;
}

/** A rating system in the reader's language, if the site has a translation: a rating system describes itself in English. */
export function inWords<System extends { readonly key: string }>(system: System, { raters }: Texts): System {
  const words = raters[system.key];
  if (!words) return system;
  const own: { summary?: string; settingsSchema?: Schema } = { ...('summary' in system && { summary: words.summary }) };
  if ('settingsSchema' in system && system.settingsSchema) {
    const schema = system.settingsSchema as Schema;
    const properties = Object.entries(schema.properties ?? {}).map(([name, setting]) => {
      const [title, description] = words.settings[name] ?? [];
      return [name, title === undefined ? setting : { ...setting, title, description }];
    });
    own.settingsSchema = { ...schema, properties: Object.fromEntries(properties) };
  }
  return { ...system, ...own };
}

/** The name of a preset of a rating system, and its purpose. Its name in addresses stays English. */
export function presetWords(key: string | undefined, name: string, { raters }: Texts) {
  const [own, reason] = raters[key ?? '']?.presets?.[name] ?? [];
  return { name: own ?? name, reason };
}

/** A text of a rater. It may mark code with backticks; other Markdown is shown unchanged. */
export function Marked({ text }: { readonly text: string }) {
  return <>{text.split('`').map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part))}</>;
}
