import {
  DeleteWebhookDocument,
  EnableWebhookDocument,
  ReplayWebhookDeliveryDocument,
  RotateWebhookSecretDocument,
  TestWebhookDocument,
  UpdateWebhookDocument,
} from '@openladder/client/operations';
import { ConsoleWebhookDocument, type ConsoleWebhookQuery } from '../../operations.js';
import { NextPage, Time } from '../../parts/elements.js';
import { useUi } from '../../ui.js';
import { given } from '../../urls.js';
import { reasonIn } from '../field-labels.js';
import { Fold, Form, Send } from '../form.js';
import type { Form as Sent } from '../form-data.js';
import { LeagueFrame } from '../frame.js';
import { type ConsoleViewProps, defineConsolePage, mutation, type Params, withWord } from '../page.js';
import { places } from '../urls.js';
import { WebhookFields, WebhookState, webhookIn } from './webhooks.js';

type League = NonNullable<ConsoleWebhookQuery['league']>;
type Webhook = Extract<NonNullable<ConsoleWebhookQuery['node']>, { readonly url: string }>;
type Delivery = Webhook['deliveries']['nodes'][number];

interface Model {
  readonly league: League;
  readonly webhook: Webhook;
}

const itself = (_: Sent, { webhook }: Params) => ({ webhook });

/** A webhook: what it is, what was sent, and what can be sent again. */
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
  const { t } = useUi();
  const words = t.console.webhooks;
  const { nodes, pageInfo } = webhook.deliveries;
  return (
    <>
      <LeagueFrame league={league} heading={<bdi>{webhook.url}</bdi>} />
      <p class="facts">
        <WebhookState webhook={webhook} />
      </p>
      <div class="buttons">
        <Form action="test" class="bare">
          <Send>{words.test}</Send>
        </Form>
        {webhook.disabledAt && (
          <Form action="enable" class="bare">
            <Send>{words.enable}</Send>
          </Form>
        )}
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
      <Form action="update">
        <WebhookFields webhook={webhook} />
        <Send>{t.console.save}</Send>
      </Form>
      <Fold summary={words.rotate} forms={['rotate']}>
        <Form action="rotate" secret={words.secret}>
          <p class="hint">{words.rotateWhy}</p>
          <Send looks="plain">{words.rotate}</Send>
        </Form>
      </Fold>
      <Fold summary={words.delete} forms={['delete']}>
        <Form action="delete">
          <p class="hint">{words.deleteWhy}</p>
          <Send looks="danger">{words.delete}</Send>
        </Form>
      </Fold>
    </>
  );
}

function DeliveryLine({ delivery }: { readonly delivery: Delivery }) {
  const { t, format } = useUi();
  const words = t.console.webhooks;
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
      <Form action="replay" of={id} class="bare" hidden={{ delivery: id }}>
        <Send looks="plain">{words.replay}</Send>
      </Form>
    </li>
  );
}
