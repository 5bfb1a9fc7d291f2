import { CreateTokenDocument, RevokeTokenDocument, RotateTokenDocument } from '@openladder/client/operations';
import { ConsoleTokensDocument, type ConsoleTokensQuery } from '../../operations.js';
import { given } from '../../page.js';
import { NextPage, Time } from '../../parts/elements.js';
import { refused } from '../../texts/refusal.js';
import { useWords } from '../../ui.js';
import { Choice, called, ReasonedForm, TextField, Tick } from '../fields.js';
import { Fold, Form } from '../form.js';
import { formId, type Form as Sent } from '../form-data.js';
import { type ConsoleViewProps, defineConsolePage, mutation, runsPlatform } from '../page.js';
import { places } from '../urls.js';

type Token = ConsoleTokensQuery['tokens']['nodes'][number];

const SCOPES = ['matches:submit', 'league:admin', 'league:read'] as const;
const DEFAULT_GRACE = 3_600;

/** The tokens for the API, and their scopes. */
export const tokens = defineConsolePage({
  path: '/console/tokens',
  document: ConsoleTokensDocument,
  variables: (request) => ({ after: given(request, 'after') }),
  find: (data: ConsoleTokensQuery) => data,
  head: (_, { t }) => ({ title: t.console.tokens.title, scripts: ['copy'] }),
  View: Tokens,
  actions: {
    create: mutation(
      CreateTokenDocument,
      (form) => ({
        name: form.text('name'),
        scopes: [form.text('scopes')],
        leagues: [...ticked(form), ...form.list('leagues')],
        expiresAt: form.time('expiresAt'),
      }),
      () => null,
      { hasSecret: true },
    ),
    rotate: mutation(
      RotateTokenDocument,
      (form) => ({ token: form.text('token'), graceSeconds: graceIn(form), reason: form.given('reason') }),
      () => null,
      { hasSecret: true },
    ),
    revoke: mutation(
      RevokeTokenDocument,
      (form) => ({ token: form.text('token'), withCreated: form.flag('withCreated'), reason: form.given('reason') }),
      'tokenRevoked',
    ),
  },
});

const LEAGUE = 'leagues.';

/** Slugs of the leagues whose boxes are ticked. */
function ticked(form: Sent): string[] {
  const names = [...form.values.keys()].filter((name) => name.startsWith(LEAGUE));
  return names.map((name) => name.slice(LEAGUE.length));
}

/** A shorter one would end the session itself before its administrator sees the new secret, if it is that of their own token. */
const LEAST_GRACE = 60;

function graceIn(form: Sent): number {
  const seconds = form.integer('graceSeconds') ?? LEAST_GRACE;
  if (seconds < LEAST_GRACE) {
    const values = { field: 'graceSeconds', min: LEAST_GRACE, value: seconds };
    form.refuse('graceSeconds', refused('AT_LEAST', values));
  }
  return seconds;
}

function Tokens({ model, request, viewer }: ConsoleViewProps<ConsoleTokensQuery>) {
  const { t, words } = useWords('tokens');
  const { nodes, pageInfo } = model.tokens;
  const isForAll = runsPlatform(viewer);
  const scopes = isForAll ? [...SCOPES, 'platform:admin'] : SCOPES;
  const leagues = isForAll ? model.leagues.nodes : model.viewer!.leagues;
  return (
    <>
      <h1>{words.title}</h1>
      <p class="lead">{words.lead}</p>
      {nodes.length === 0 ? (
        <p>{words.none}</p>
      ) : (
        <ul class="entries">
          {nodes.map((token) => (
            <TokenLine token={token} />
          ))}
        </ul>
      )}
      <NextPage path={places.tokens} query={request.query} pageInfo={pageInfo} />
      <h2>{words.create}</h2>
      <Form action="create" secret={words.secret} send={words.create}>
        <TextField {...called(words, 'name')} required maxLength={100} />
        <Choice
          name="scopes"
          label={words.permits}
          value={SCOPES[0]}
          options={scopes.map((scope) => [scope, `${words.scopes[scope]} (${scope})`] as const)}
        />
        <fieldset>
          <legend>{t.leagues}</legend>
          {leagues.map(({ slug, name }) => (
            <Tick name={LEAGUE + slug} label={<bdi>{name}</bdi>} value={!isForAll} />
          ))}
          {isForAll && <TextField name="leagues" label={words.otherLeagues} hint={words.leaguesWhy} />}
        </fieldset>
        <TextField name="expiresAt" type="datetime-local" label={words.expiresAt} hint={words.expiresWhy} />
      </Form>
    </>
  );
}

/** The service's name for the creator of the first token. */
const START = 'start of the service';

function TokenLine({ token }: { readonly token: Token }) {
  const { t, words } = useWords('tokens');
  const { id, name, scopes, leagues, createdBy, lastUsedAt, expiresAt, revokedAt } = token;
  const isForAll = scopes.includes('platform:admin');
  return (
    <li>
      <p>
        <strong>
          <bdi>{name}</bdi>
        </strong>{' '}
        {revokedAt && <span class="flag">{words.isRevoked}</span>} <code>{scopes.join(' ')}</code>
      </p>
      <p class="facts">
        <span>
          {t.named(t.leagues, '')}
          {isForAll ? words.allLeagues : leagues.map(({ slug }) => slug).join(', ') || t.none}
        </span>
        {createdBy && (
          <span>
            {createdBy === START ? (
              words.createdAtStart
            ) : (
              <>
                {words.createdBy} <bdi>{createdBy}</bdi>
              </>
            )}
          </span>
        )}
        <span>
          {t.named(words.lastUsed, '')}
          {lastUsedAt ? <Time at={lastUsedAt} form="minute" /> : words.never}
        </span>
        <span>
          {t.named(words.expires, '')}
          {expiresAt ? <Time at={expiresAt} form="minute" /> : words.never}
        </span>
      </p>
      {!revokedAt && (
        <Fold
          summary={
            <>
              {words.manage} <span class="hidden">{name}</span>
            </>
          }
          forms={[formId('rotate', id), formId('revoke', id)]}
        >
          <ReasonedForm
            action="rotate"
            of={id}
            hidden={{ token: id }}
            secret={words.secret}
            send={words.rotate}
            looks="plain"
            isOptional
          >
            <TextField
              name="graceSeconds"
              type="number"
              step={1}
              label={words.grace}
              hint={words.graceWhy}
              value={DEFAULT_GRACE}
              required
            />
          </ReasonedForm>
          <ReasonedForm action="revoke" of={id} hidden={{ token: id }} send={words.revoke} looks="danger" isOptional>
            <Tick name="withCreated" label={words.withCreated} value={false} />
          </ReasonedForm>
        </Fold>
      )}
    </li>
  );
}
