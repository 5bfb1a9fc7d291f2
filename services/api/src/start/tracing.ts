import { createRequire } from 'node:module';
import type { Instrumentation } from '@opentelemetry/instrumentation';
import type { Log } from '../kit/log.js';
import { version } from '../kit/version.js';

/** Probes would be most of the traces. */
const PROBES = /^\/(health|ready)\b/;

/** How long a collector may take for some traces, with all attempts, in milliseconds: the end of the service waits for the last ones. */
const TIMEOUT = 3000;

/**
 * Traces requests from HTTP to SQL, and sends the traces to a collector. Packages are loaded only here, so there is no cost
 * without it. They read their own settings, such as OTEL_TRACES_SAMPLER, from the environment.
 * @param endpoint URL of a collector that accepts OTLP over HTTP
 * @returns a function that ends tracing, and sends the last traces if the collector accepts them
 */
export async function startTracing(endpoint: string, log: Log): Promise<() => Promise<void>> {
  const [{ BatchSpanProcessor, NodeTracerProvider }, { OTLPTraceExporter }, resources, { registerInstrumentations }] =
    await Promise.all([
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/instrumentation'),
    ]);
  const own = resources.resourceFromAttributes({ 'service.name': 'openladder', 'service.version': version() });
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces`, timeoutMillis: TIMEOUT });
  const provider = new NodeTracerProvider({
    resource: own.merge(resources.detectResources({ detectors: [resources.envDetector] })),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  provider.register();
  const instrumentations = await loadInstrumentations();
  const end = registerInstrumentations({ tracerProvider: provider, instrumentations });
  // Otherwise, instrumentations that a former service of this process disabled would stay disabled.
  for (const instrumentation of instrumentations) instrumentation.enable();
  return async () => {
    end();
    await provider.shutdown().catch((error: unknown) => log.warn({ err: error }, 'The last traces could not be sent'));
  };
}

let loaded: Promise<Instrumentation[]> | undefined;

/** One of each per process, whose service may restart: they take effect on modules that are first required after them. */
function loadInstrumentations(): Promise<Instrumentation[]> {
  loaded ??= (async () => {
    const [{ HttpInstrumentation }, { PgInstrumentation }] = await Promise.all([
      import('@opentelemetry/instrumentation-http'),
      import('@opentelemetry/instrumentation-pg'),
    ]);
    const instrumentations = [
      new HttpInstrumentation({ ignoreIncomingRequestHook: ({ url }) => PROBES.test(url ?? '') }),
      // Background queries belong to no request.
      new PgInstrumentation({ requireParentSpan: true, ignoreConnectSpans: true }),
    ];
    // Both modules are loaded, and shared by all who imported them.
    const require = createRequire(import.meta.url);
    for (const module of ['http', 'pg']) require(module);
    return instrumentations;
  })();
  return loaded;
}
