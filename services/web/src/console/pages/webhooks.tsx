import { CreateWebhookDocument, type CreateWebhookMutation } from '@openladder/client/operations';
import { ConsoleWebhooksDocument, type ConsoleWebhooksQuery } from '../../operations.js';
import { Time } from '../../parts/time.js';
import { useUi } from '../../ui.js';
import { given } from '../../urls.js';
import { Form, Send } from '../form.js';
import { LeagueFrame } from '../frame.js';
import { type ConsoleViewProps, defineAction, defineConsolePage } from '../page.js';
import { NextPage } from '../parts/next-page.js';
import { WebhookFields, webhookIn } from '../parts/webhook-fields.js';
import { places } from '../urls.js';

type League = NonNullable<ConsoleWebhooksQuery['league']>;
type Webhook = League['webhooks']['nodes'][number];

/** The webhooks of a league. */
export const webhooks = defineConsolePage({
  path: '/console/l/:league/webhooks',
  document: ConsoleWebhooksDocument,
  variables: (request) => ({ league: request.params.league!, after: given(request, 'after') }),
  find: ({ league }: ConsoleWebhooksQuery) => league,
  head: ({ name }, { t }) => ({ title: `${t.console.tabs.webhooks} · ${name}`, scripts: ['copy'] }),
  View: Webhooks,
  actions: {
    create: defineAction({
      document: CreateWebhookDocument,
      variables: (form, { params }) => ({ input: { league: params.league!, ...webhookIn(form) } }),
      hasSecret: true,
      done: () => null,
    }),
  },
});

function Webhooks({ model: league, request }: ConsoleViewProps<League>) {
  const { t } = useUi();
  const words = t.console.webhooks;
  const { slug, webhooks } = league;
  return (
    <>
      <LeagueFrame league={league} tab="webhooks" />
      <h1>{t.console.tabs.webhooks}</h1>
      <p class="lead">{words.lead}</p>
      {webhooks.nodes.length === 0 && <p>{words.none}</p>}
      <ul class="entries">
        {webhooks.nodes.map((webhook) => (
          <li>
            <p>
              <a href={places.webhook(slug, webhook.id)}>
                <bdi>{webhook.url}</bdi>
              </a>
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
      <Form
        action="create"
        secret={{ why: words.secret, of: ({ createWebhook }: CreateWebhookMutation) => createWebhook.secret }}
      >
        <WebhookFields />
        <Send>{words.create}</Send>
      </Form>
    </>
  );
}

/** How a webhook does. */
export function WebhookState({
  webhook: { disabledAt, disabledReason, failingSince, nextAttemptAt },
}: {
  readonly webhook: Pick<Webhook, 'disabledAt' | 'disabledReason' | 'failingSince' | 'nextAttemptAt'>;
}) {
  const { t } = useUi();
  const words = t.console.webhooks;
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
