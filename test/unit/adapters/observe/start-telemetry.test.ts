import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { startTelemetry } from '../../../../src/adapters/observe/traces/start-telemetry.js';

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };

const sampler = { OTEL_TRACES_SAMPLER: 'always_on' };

/** A package that notes in `globalThis.sdkSteps` how it is used. */
const sdk = `
exports.NodeSDK = class {
  constructor(options) { globalThis.sdkSteps.push(options); }
  start() { globalThis.sdkSteps.push('start'); }
  async shutdown() { globalThis.sdkSteps.push('shutdown'); throw new Error('no collector'); }
};`;

describe('starting the SDK of OpenTelemetry', () => {
  const globals = globalThis as { sdkSteps?: unknown[] };
  let directory: string;
  let warnings: string[];
  const nothing = (): void => {};
  const log = {
    debug: nothing,
    info: nothing,
    error: nothing,
    warn: (text: string) => void warnings.push(text),
  };

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'quire-test-'));
    warnings = [];
    globals.sdkSteps = [];
  });

  afterEach(() => {
    rmSync(directory, { recursive: true, force: true });
    delete globals.sdkSteps;
  });

  const install = (): void => {
    const folder = join(directory, 'node_modules/@opentelemetry/sdk-node');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'index.js'), sdk);
  };

  it('takes the package of the app, and goes on if nothing can be sent at the end', async () => {
    install();
    const telemetry = await startTelemetry({ ...endpoint, ...sampler }, directory, log);
    await telemetry?.close();
    expect(globals.sdkSteps).to.deep.equal([{ serviceName: 'quire' }, 'start', 'shutdown']);
    expect(warnings).to.deep.equal(['the last traces and metrics were not sent']);
  });

  it('leaves the name of the service to its variables', async () => {
    install();
    await startTelemetry({ ...endpoint, ...sampler, OTEL_SERVICE_NAME: 'content' }, directory, log);
    expect(globals.sdkSteps?.[0]).to.deep.equal({});
  });

  it('limits the traces unless a variable says which to take', async () => {
    install();
    const telemetry = await startTelemetry(endpoint, directory, log);
    const options = globals.sdkSteps?.[0] as { readonly sampler: unknown };
    expect(String(options.sampler)).to.equal('LimitedSampler{20 new traces a second}');
    expect(telemetry?.limit).not.to.equal(null);
  });

  it('says what to install if the package is missing', async () => {
    expect(await startTelemetry(endpoint, directory, log)).to.equal(null);
    expect(warnings).to.deep.equal([
      'OTEL_EXPORTER_OTLP_ENDPOINT is set, but nothing is sent: npm install @opentelemetry/sdk-node',
    ]);
  });

  it('does nothing where nobody asks', async () => {
    install();
    const environments = [
      {},
      { OTEL_SERVICE_NAME: 'content' },
      { OTEL_TRACES_EXPORTER: 'none', OTEL_METRICS_EXPORTER: '' },
      { ...endpoint, OTEL_SDK_DISABLED: 'true' },
    ];
    for (const environment of environments)
      expect(await startTelemetry(environment, directory, log)).to.equal(null);
    expect(globals.sdkSteps).to.deep.equal([]);
  });
});
