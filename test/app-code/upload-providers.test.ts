import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { expect } from 'chai';
import sharp from 'sharp';
import { createProviderFileStore } from '../../src/adapters/files/provider/create-provider-file-store.js';
import type { FileStore } from '../../src/application/ports/file-store.js';
import { servedType } from '../../src/domain/media/served-types.js';
import { ok } from '../../src/domain/result.js';
import { faultOf, serveProject, type ProjectFiles, type ServedProject } from './project.js';

/** What a provider has been called with. */
interface Call {
  readonly action: string;
  readonly file: Readonly<Record<string, unknown>>;
  readonly options: unknown;
  readonly bytes?: number;
}

const spied = globalThis as { owlCalls?: Call[]; owlFails?: (action: string, name: string) => boolean };

/** A provider as packages write them: `members` are its functions. */
const owl = (members: string): ProjectFiles => ({
  'node_modules/@strapi/provider-upload-owl/index.js': `
    const { buffer } = require('node:stream/consumers');
    const note = async (action, file, options, content) => {
      const bytes = content && (await content).length;
      globalThis.owlCalls.push({ action, file: { ...file }, options, bytes });
      if (globalThis.owlFails?.(action, file.name)) throw new Error('owl is asleep');
      if (action === 'delete') return;
      file.url = 'https://owl.example/' + init.nest + '/' + file.hash + file.ext;
      file.provider_metadata = { nest: init.nest, owlId: 'owl-' + file.hash };
    };
    const init = { nest: undefined };
    module.exports = { init(options) { init.nest = options.nest; return { ${members} }; } };`,
});

const streaming = `
  uploadStream: (file, options) => note('uploadStream', file, options, buffer(file.stream)),
  upload: (file, options) => note('upload', file, options, file.buffer),
  delete: (file, options) => note('delete', file, options),`;

const config = {
  'config/plugins.json': {
    upload: {
      config: {
        provider: 'owl',
        providerOptions: { nest: 'north', deep: { twigs: 3 } },
        actionOptions: { upload: { soft: true }, delete: { invalidate: true } },
      },
    },
  },
};

interface FileRecord {
  readonly id: number;
  readonly hash: string;
  readonly url: string;
  readonly provider: string;
  readonly provider_metadata: { readonly owlId: string };
  readonly formats: Readonly<Record<string, Omit<FileRecord, 'formats' | 'provider'>>> | null;
}

describe('an upload provider of a package', () => {
  let picture: Buffer<ArrayBuffer>;
  before(async () => {
    const made = await sharp({ create: { width: 600, height: 300, channels: 3, background: 'green' } })
      .png()
      .toBuffer();
    picture = Buffer.from(made);
  });
  beforeEach(() => {
    spied.owlCalls = [];
    delete spied.owlFails;
  });
  after(() => {
    delete spied.owlCalls;
    delete spied.owlFails;
  });

  const calls = (action: string): readonly Call[] =>
    (spied.owlCalls ?? []).filter((call) => call.action === action);

  const serve = (members: string, use: (served: ServedProject) => Promise<void>): Promise<void> =>
    serveProject({ ...config, ...owl(members) }, async (served) => {
      await served.strapi.access.grant('public', 'plugin::upload.file', [
        'create',
        'find',
        'findOne',
        'update',
        'delete',
      ]);
      await use(served);
      const left = await readdir(join(served.directory, '.quire/uploads'), {
        recursive: true,
        withFileTypes: true,
      }).catch(() => []);
      expect(left.filter((entry) => entry.isFile())).to.deep.equal([]);
    });

  const send = async ({ url }: ServedProject, path = ''): Promise<{ status: number; body: FileRecord[] }> => {
    const form = new FormData();
    form.append('files', new Blob([picture], { type: 'image/png' }), 'hills.png');
    const answer = await fetch(`${url}/api/upload${path}`, { method: 'POST', body: form });
    return { status: answer.status, body: [(await answer.json()) as FileRecord[]].flat() };
  };

  it('gets files and their smaller sizes, and its addresses are those of the records', () =>
    serve(streaming, async (served) => {
      const { status, body } = await send(served);
      expect(status).to.equal(201);
      const [record] = body;
      if (record === undefined) throw new Error('no record');
      expect(record).to.include({ provider: 'owl', url: `https://owl.example/north/${record.hash}.png` });
      expect(record.provider_metadata).to.deep.equal({ nest: 'north', owlId: `owl-${record.hash}` });
      expect(Object.keys(record.formats ?? {})).to.have.members(['thumbnail', 'small']);
      for (const format of Object.values(record.formats ?? {})) {
        expect(format.url).to.equal(`https://owl.example/north/${format.hash}.png`);
        expect(format.provider_metadata.owlId).to.equal(`owl-${format.hash}`);
      }
      const [first, ...others] = calls('uploadStream');
      expect(first?.file).to.include({ hash: record.hash, ext: '.png', mime: 'image/png' });
      expect(first?.bytes).to.equal(picture.length);
      expect(first?.file['sizeInBytes']).to.equal(picture.length);
      expect(first?.options).to.deep.equal({ soft: true });
      expect(others).to.have.length(2);
    }));

  it('removes what a record that is removed or replaced has named', () =>
    serve(streaming, async (served) => {
      const [first] = (await send(served)).body;
      const [second] = (await send(served, `?id=${first?.id}`)).body;
      expect(second?.hash).not.to.equal(first?.hash);
      const removed = calls('delete').map(({ file }) => file['hash']);
      expect(removed).to.have.members([first?.hash, `thumbnail_${first?.hash}`, `small_${first?.hash}`]);
      expect(calls('delete')[0]?.options).to.deep.equal({ invalidate: true });
      expect(calls('delete')[0]?.file['provider_metadata']).to.deep.equal(first?.provider_metadata);
      const { status } = await fetch(`${served.url}/api/upload/files/${second?.id}`, { method: 'DELETE' });
      expect(status).to.equal(200);
      expect(calls('delete')).to.have.length(6);
    }));

  it('removes nothing that another provider keeps', () =>
    serve(streaming, async (served) => {
      const made = await served.strapi.db.query('plugin::upload.file').create({
        data: {
          name: 'old.png',
          hash: 'old',
          ext: '.png',
          mime: 'image/png',
          size: 1,
          url: '/old.png',
          provider: 'local',
        },
      });
      const path = `/api/upload/files/${(made as { readonly id: number }).id}`;
      expect((await fetch(served.url + path, { method: 'DELETE' })).status).to.equal(200);
      expect(calls('delete')).to.deep.equal([]);
    }));

  it('removes what it has kept under the name of its package', () =>
    serve(streaming, async (served) => {
      const [record] = (await send(served)).body;
      await served.strapi.db.query('plugin::upload.file').update({
        where: { id: record?.id },
        data: { provider: '@strapi/provider-upload-owl' },
      });
      const path = `/api/upload/files/${record?.id}`;
      expect((await fetch(served.url + path, { method: 'DELETE' })).status).to.equal(200);
      expect(calls('delete')).to.have.length(3);
    }));

  it('keeps nothing of which it tells no address, or what JSON cannot hold', async () => {
    const telling = (what: string): string =>
      streaming.replace(
        "note('uploadStream', file, options, buffer(file.stream))",
        `note('uploadStream', file, options, buffer(file.stream)).then(() => { ${what} })`,
      );
    for (const what of ['file.url = undefined', 'file.provider_metadata = { size: 1n }']) {
      spied.owlCalls = [];
      await serve(telling(what), async (served) => {
        expect((await send(served)).status).to.equal(503);
        expect(calls('delete')).to.have.length(1);
        expect(await served.strapi.db.query('plugin::upload.file').count()).to.equal(0);
      });
    }
  });

  it('leaves nothing behind where it fails', () =>
    serve(streaming, async (served) => {
      for (const [failing, expected] of [
        ['hills', 0],
        ['thumbnail', 1],
        ['small', 2],
      ] as const) {
        spied.owlCalls = [];
        spied.owlFails = (action, name) => action === 'uploadStream' && name.startsWith(failing);
        expect((await send(served)).status).to.equal(503);
        expect(calls('delete').length, failing).to.equal(expected);
        expect(await served.strapi.db.query('plugin::upload.file').count()).to.equal(0);
      }
      expect(
        JSON.stringify(served.errors.map((one) => String((one as [unknown, { error: unknown }])[1].error))),
      ).to.include('owl is asleep');
    }));

  it('may fail while it reads, without harm to the server', () => {
    const halfway = `
      uploadStream(file) {
        const { Writable } = require('node:stream');
        file.stream.pipe(new Writable({ highWaterMark: 1, write: (_chunk, _coding, done) => void setTimeout(done, 5) }));
        return Promise.reject(new Error('owl is asleep'));
      },
      delete() {},`;
    return serve(halfway, async (served) => {
      const form = new FormData();
      form.append('files', new Blob(['x'.repeat(4_000_000)], { type: 'text/plain' }), 'long.txt');
      const { status } = await fetch(`${served.url}/api/upload`, { method: 'POST', body: form });
      expect(status).to.equal(503);
      // What it still reads of the file that is closed by now.
      await new Promise((resolve) => void setTimeout(resolve, 100));
      expect((await fetch(`${served.url}/api/upload/files`)).status).to.equal(200);
    });
  });

  it('is told of a file that cannot be read', async () => {
    const unreadable: AsyncIterable<Uint8Array> = {
      // oxlint-disable-next-line require-yield
      async *[Symbol.asyncIterator]() {
        throw new Error('the disk is broken');
      },
    };
    const staging = {
      put: async () => ok({ url: '' }),
      open: async () => ({ size: 3, modified: new Date(), read: () => unreadable, close: async () => {} }),
      remove: async () => ok(undefined),
    } as unknown as FileStore;
    const store = createProviderFileStore({
      name: 'owl',
      init: async () => ({
        uploadStream: ({ stream }: { readonly stream: Readable }) => new Promise(() => stream.resume()),
        delete() {},
      }),
      actions: {},
      staging,
      log: { debug() {}, info() {}, warn() {}, error() {} },
    });
    const key = 'a_0123456789.txt';
    const put = store.put({ key, content: unreadable, type: servedType('.txt') });
    expect(await put).to.have.nested.property('failure.code', 'MEDIA.UNAVAILABLE');
  });

  it('is asked for every file although it does not remove one', () =>
    serve(streaming, async (served) => {
      const [record] = (await send(served)).body;
      spied.owlFails = (action, name) => action === 'delete' && name.startsWith('hills');
      const { status } = await fetch(`${served.url}/api/upload/files/${record?.id}`, { method: 'DELETE' });
      expect(status).to.equal(200);
      expect(calls('delete')).to.have.length(3);
      const said = served.errors.map((one) => String((one as unknown[])[0]));
      expect(said).to.include(`a file without a record stays at ${record?.url}`);
      delete spied.owlFails;
    }));

  it('may take whole files only', () =>
    serve(streaming.replace(/.*uploadStream.*\n/, ''), async (served) => {
      expect((await send(served)).status).to.equal(201);
      expect(calls('upload')[0]?.bytes).to.equal(picture.length);
    }));

  it('may name any address, which the admin page shows, or those of strapi::security', async () => {
    const policyOf = async (files: ProjectFiles, environment = {}): Promise<string> => {
      let policy = '';
      await serveProject(
        files,
        async ({ url }) => {
          const page = await fetch(`${url}/admin`);
          policy =
            page.status === 200 ? (page.headers.get('content-security-policy') ?? 'none') : 'not built';
        },
        environment,
      );
      return policy;
    };
    const showing = (sources: string) => new RegExp(`^not built$|; img-src 'self' blob: data:${sources}; `);
    const project = { ...config, ...owl(streaming) };
    expect(await policyOf(project)).to.match(showing(' https:'));
    const directives = {
      'img-src': ["'self'", 'data:', 'blob:', 'https://market-assets.strapi.io', 'owl.example'],
    };
    const middlewares = {
      'config/middlewares.json': [
        { name: 'strapi::security', config: { contentSecurityPolicy: { useDefaults: true, directives } } },
      ],
    };
    expect(await policyOf({ ...project, ...middlewares })).to.match(showing(' owl\\.example'));
    expect(await policyOf({})).to.match(showing(''));
    const bucket = {
      FILES_URL: 's3://pictures?publicUrl=https://cdn.example/pictures&endpoint=http://127.0.0.1:1',
    };
    expect(await policyOf({}, bucket)).to.match(showing(' https://cdn\\.example'));
  });

  it('stops the start if it is not installed, or no provider', async () => {
    expect(await faultOf(config)).to.match(
      /config\/plugins, upload: The upload provider "owl" is not installed: run npm install @strapi\/provider-upload-owl, or set FILES_URL to a folder or a bucket/,
    );
    expect(await faultOf({ ...config, ...owl('upload() {}') })).to.match(
      /The upload provider owl has no function delete/,
    );
    expect(await faultOf({ ...config, ...owl('delete() {}') })).to.match(
      /The upload provider owl has no function upload/,
    );
    expect(await faultOf(config, { FILES_URL: 'uploads' })).to.equal('started');
  });

  it('whose files are private is warned of', () =>
    serveProject({ ...config, ...owl(`${streaming} isPrivate: () => true,`) }, ({ said }) => {
      expect(said.join('\n')).to.include('the upload provider owl keeps files private');
    }));
});
