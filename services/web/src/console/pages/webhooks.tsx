import {
  CreateWebhookDocument,
  DeleteWebhookDocument,
  EnableWebhookDocument,
  ReplayWebhookDeliveryDocument,
  RotateWebhookSecretDocument,
  TestWebhookDocument,
  UpdateWebhookDocument,
  type WebhookEvent,
  type WebhookFormat,
} from '@openladder/client/operations';
import {
  ConsoleWebhookDocument,
  type ConsoleWebhookQuery,
  ConsoleWebhooksDocument,
  type ConsoleWebhooksQuery,
} from '../../operations.js';
import { given } from '../../page.js';
import { NamedLink, NextPage, Time } from '../../parts/elements.js';
import { useWords } from '../../ui.js';
import { reasonIn } from '../field-labels.js';
import { Choice, called, TextField, Tick } from '../fields.js';
import { Fold, Form } from '../form.js';
import type { Form as Sent } from '../form-data.js';
import { LeagueFrame, type TabProps, tabPage } from '../frame.js';
import { type ConsoleViewProps, defineConsolePage, mutation, type Params, withWord } from '../page.js';
import { places } from '../urls.js';

type Webhook = NonNullable<ConsoleWebhooksQuery['league']>['webhooks']['nodes'][number];

/** The webhooks of a league. */
export const webhooks = tabPage('webhooks', {
  document: ConsoleWebhooksDocument,
  variables: (request) => ({ league: request.params.league!, after: given(request, 'after') }),
  scripts: ['copy'],
  View: Webhooks,
  actions: {
    create: mutation(
      CreateWebhookDocument,
      (form, { league }) => ({ league, ...webhookIn(form) }),
      () => null,
      { hasSecret: true },
    ),
  },
});

function Webhooks({ model: { league }, request }: TabProps<ConsoleWebhooksQuery>) {
  const { words } = useWords('webhooks');
  const { slug, webhooks } = league;
  return (
    <>
      <p class="lead">{words.lead}</p>
      {webhooks.nodes.length === 0 && <p>{words.none}</p>}
      <ul class="entries">
        {webhooks.nodes.map((webhook) => (
          <li>
            <p>
              <NamedLink href={places.webhook(slug, webhook.id)} name={webhook.url} />
            </p>
            <p class="facts">
              <WebhookState webhook={webhook} />
              <span>{webhook.events.map((event) => words.eventNames[event]).join(', ')}</span>
            </p>
          </li>
        ))}
      </ul>
      <NextPage path={places.webhooks(slug)} query={request.query} pageInfo={webhooks.pageInfo} />
      <h2>{words.create}</h2>
      <Form action="create" secret={words.secret} send={words.create}>
        <WebhookFields />
      </Form>
    </>
  );
}

/** The state of a webhook. */
export function WebhookState({
  webhook: { disabledAt, disabledReason, failingSince, nextAttemptAt },
}: {
  readonly webhook: Pick<Webhook, 'disabledAt' | 'disabledReason' | 'failingSince' | 'nextAttemptAt'>;
}) {
  const { words } = useWords('webhooks');
  if (disabledAt) {
    return (
      <span>
        <span class="flag">{words.disabled}</span> <Time at={disabledAt} form="minute" /> {disabledReason}
      </span>
    );
  }
  if (!failingSince) return <span>{words.works}</span>;
  return (
    <span>
      {words.failing} <Time at={failingSince} form="minute" />
      {nextAttemptAt && (
        <>
          {' '}
          · {words.nextAttempt} <Time at={nextAttemptAt} form="minute" />
        </>
      )}
    </span>
  );
}

/** Events, and whether a new webhook sends them by default. */
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

/** The settings of a webhook: address, events and format. */
function WebhookFields({ webhook }: { readonly webhook?: Pick<Watched, 'url' | 'format' | 'events'> }) {
  const { words } = useWords('webhooks');
  return (
    <>
      <TextField {...called(words, 'url')} type="url" value={webhook?.url} required />
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

/** The written values. */
function webhookIn(form: Sent) {
  return {
    url: form.text('url'),
    format: form.text('format') as WebhookFormat,
    events: NAMES.filter((event) => form.flag(`events.${event}`)),
  };
}

type Watched = Extract<NonNullable<ConsoleWebhookQuery['node']>, { readonly url: string }>;
type Delivery = Watched['deliveries']['nodes'][number];

interface Model {
  readonly league: NonNullable<ConsoleWebhookQuery['league']>;
  readonly webhook: Watched;
}

const itself = (_: Sent, { webhook }: Params) => ({ webhook });

/** A webhook: its settings, its messages, and those that can be sent again. */
export const webhook = defineConsolePage({
  path: '/console/l/:league/webhooks/:webhook',
  document: ConsoleWebhookDocument,
  variables: (request) => ({
    league: request.params.league!,
    webhook: request.params.webhook!,
    after: given(request, 'after'),
  }),
  find: ({ league, node }: ConsoleWebhookQuery): Model | null =>
    league && node && 'url' in node && node.league.slug === league.slug ? { league, webhook: node } : null,
  head: ({ league, webhook }) => ({ title: `${webhook.url} · ${league.name}`, scripts: ['copy'] }),
  View: WebhookPage,
  actions: {
    update: mutation(UpdateWebhookDocument, (form, { webhook }) => ({ webhook, ...webhookIn(form) }), 'webhookChanged'),
    test: mutation(TestWebhookDocument, itself, 'tested'),
    enable: mutation(EnableWebhookDocument, itself, 'enabled'),
    rotate: mutation(RotateWebhookSecretDocument, itself, () => null, { hasSecret: true }),
    delete: mutation(DeleteWebhookDocument, itself, ({ league }) =>
      withWord(places.webhooks(league), 'webhookDeleted'),
    ),
    replay: mutation(ReplayWebhookDeliveryDocument, (form) => ({ delivery: form.text('delivery') }), 'replayed'),
  },
});

function WebhookPage({ model: { league, webhook }, request }: ConsoleViewProps<Model>) {
  const { t, words } = useWords('webhooks');
  const { nodes, pageInfo } = webhook.deliveries;
  return (
    <>
      <LeagueFrame league={league} heading={<bdi>{webhook.url}</bdi>} />
      <p class="facts">
        <WebhookState webhook={webhook} />
      </p>
      <div class="buttons">
        <Form action="test" class="bare" send={words.test} />
        {webhook.disabledAt && <Form action="enable" class="bare" send={words.enable} />}
      </div>
      <h2>{words.deliveries}</h2>
      {nodes.length === 0 && <p>{words.noDeliveries}</p>}
      <ul class="entries">
        {nodes.map((delivery) => (
          <DeliveryLine delivery={delivery} />
        ))}
      </ul>
      <NextPage path={places.webhook(league.slug, webhook.id)} query={request.query} pageInfo={pageInfo} />
      <h2>{words.change}</h2>
      <Form action="update" send={t.console.save}>
        <WebhookFields webhook={webhook} />
      </Form>
      <Fold summary={words.rotate} forms={['rotate']}>
        <Form action="rotate" secret={words.secret} send={words.rotate} looks="plain">
          <p class="hint">{words.rotateWhy}</p>
        </Form>
      </Fold>
      <Fold summary={words.delete} forms={['delete']}>
        <Form action="delete" send={words.delete} looks="danger">
          <p class="hint">{words.deleteWhy}</p>
        </Form>
      </Fold>
    </>
  );
}

function DeliveryLine({ delivery }: { readonly delivery: Delivery }) {
  const { t, format, words } = useWords('webhooks');
  const { id, type, status, createdAt, attempts, responseStatus, error } = delivery;
  return (
    <li>
      <p>
        <strong>{words.statuses[status]}</strong> <code>{type}</code> <Time at={createdAt} form="minute" />
      </p>
      <p class="facts">
        <span>
          {t.named(words.attempts, '')}
          {format.count(attempts)}
        </span>
        {responseStatus !== null && (
          <span>
            {t.named(words.answer, '')}
            {responseStatus}
          </span>
        )}
        {error && <span>{reasonIn(error, t)}</span>}
      </p>
      <Form action="replay" of={id} class="bare" hidden={{ delivery: id }} send={words.replay} looks="plain" />
    </li>
  );
}
