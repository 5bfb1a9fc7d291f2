import type { WebhookEvent, WebhookFormat } from '@openladder/client/operations';
import { useUi } from '../../ui.js';
import { Choice, TextField, Tick } from '../fields.js';
import type { Form } from '../form-data.js';

/** Events, and whether a new webhook sends them unless told otherwise. */
const EVENTS: Readonly<Record<WebhookEvent, boolean>> = {
  MATCHES_RATED: true,
  MATCH_CORRECTED: true,
  BOARD_RECOMPUTED: true,
  BOARD_REFRESHED: false,
  PLAYER_MERGED: false,
  TICKET_MATCHED: false,
};
const NAMES = Object.keys(EVENTS) as readonly WebhookEvent[];
const FORMATS: readonly WebhookFormat[] = ['JSON', 'DISCORD'];

interface WebhookFieldsProps {
  readonly webhook?: {
    readonly url: string;
    readonly format: WebhookFormat;
    readonly events: readonly WebhookEvent[];
  };
}

/** The settings of a webhook: address, events and format. */
export function WebhookFields({ webhook }: WebhookFieldsProps) {
  const { t } = useUi();
  const words = t.console.webhooks;
  return (
    <>
      <TextField name="url" type="url" label={words.url} hint={words.urlWhy} value={webhook?.url} required />
      <Choice
        name="format"
        label={words.format}
        value={webhook?.format ?? 'JSON'}
        options={FORMATS.map((format) => [format, words.formats[format]] as const)}
      />
      <fieldset>
        <legend>{words.events}</legend>
        {NAMES.map((event) => (
          <Tick
            name={`events.${event}`}
            label={words.eventNames[event]}
            value={webhook ? webhook.events.includes(event) : EVENTS[event]}
          />
        ))}
      </fieldset>
    </>
  );
}

/** What was written in them. */
export function webhookIn(form: Form) {
  return {
    url: form.text('url'),
    format: form.text('format') as WebhookFormat,
    events: NAMES.filter((event) => form.flag(`events.${event}`)),
  };
}
