import { expect } from 'chai';
import { decodeConfig } from '../../../../src/adapters/app-directory/config.js';
import type { UploadConfig } from '../../../../src/adapters/app-directory/upload-settings.js';

const read = (environment: Readonly<Record<string, string>>, config?: unknown) => {
  const value = { upload: { config }, graphql: { config: { endpoint: '/g' } } };
  const sections = new Map(config === undefined ? [] : [['plugins', { file: 'config/plugins.js', value }]]);
  return decodeConfig(environment, { sections, notes: [] });
};
const uploadOf = (environment: Readonly<Record<string, string>>, config?: unknown): UploadConfig => {
  const decoded = read(environment, config);
  return decoded.ok ? decoded.value.upload : expect.fail(JSON.stringify(decoded.failure));
};
const faultOf = (environment: Readonly<Record<string, string>>, config?: unknown) => {
  const decoded = read(environment, config);
  return decoded.ok ? [] : decoded.failure.details.faults.map(({ path, message }) => `${path}: ${message}`);
};

describe('where files are kept', () => {
  it('is what FILES_URL says, also where the project names a provider', () => {
    const config = { provider: 'cloudinary', providerOptions: { cloud_name: 'x' } };
    expect(uploadOf({ FILES_URL: '/srv/files' }, config).place).to.deep.equal({
      kind: 'local',
      folder: '/srv/files',
    });
  });

  it('is a folder in the app directory, unless told', () => {
    expect(uploadOf({})).to.deep.equal({
      sizeLimit: 209_715_200,
      maxFiles: 100,
      place: { kind: 'local', folder: 'public/uploads' },
    });
    expect(uploadOf({ FILES_URL: '/srv/files' }).place).to.deep.equal({
      kind: 'local',
      folder: '/srv/files',
    });
    expect(
      uploadOf({}, { provider: 'local', sizeLimit: 5, maxFiles: 2, breakpoints: { small: 64 } }),
    ).to.deep.equal({
      sizeLimit: 5,
      maxFiles: 2,
      breakpoints: { small: 64 },
      place: { kind: 'local', folder: 'public/uploads' },
    });
    expect(uploadOf({ UPLOAD_SIZE_LIMIT: '7' }, { sizeLimit: 5 }).sizeLimit).to.equal(7);
  });

  it('can be a bucket, by its address', () => {
    const url =
      's3://pictures/a/b?region=eu-west-1&endpoint=https://s3.example:9000&forcePathStyle=true&publicUrl=https://cdn.example&acl=public-read';
    expect(
      uploadOf({ FILES_URL: url, AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'key' }).place,
    ).to.deep.equal({
      kind: 's3',
      bucket: 'pictures',
      folder: 'a/b',
      region: 'eu-west-1',
      endpoint: 'https://s3.example:9000',
      forcePathStyle: true,
      publicUrl: 'https://cdn.example',
      acl: 'public-read',
      credentials: { accessKeyId: 'id', secretAccessKey: 'key' },
    });
    expect(uploadOf({ FILES_URL: 's3://b' }).place).to.deep.equal({
      kind: 's3',
      bucket: 'b',
      region: 'us-east-1',
    });
    const inFrankfurt = uploadOf({ FILES_URL: 's3://b', AWS_REGION: 'eu-central-1' });
    expect(inFrankfurt.place).to.have.property('region', 'eu-central-1');
  });

  it('can be a bucket, in the words of existing projects', () => {
    const s3Options = {
      credentials: { accessKeyId: 'id', secretAccessKey: 'key' },
      region: 'eu-west-1',
      params: { ACL: 'private', signedUrlExpires: 900, Bucket: 'pictures' },
    };
    const providerOptions = { baseUrl: 'https://cdn.example', rootPath: 'files', s3Options };
    const place = uploadOf({}, { provider: 'aws-s3', providerOptions, actionOptions: { upload: {} } }).place;
    expect(place).to.deep.equal({
      kind: 's3',
      bucket: 'pictures',
      folder: 'files',
      region: 'eu-west-1',
      publicUrl: 'https://cdn.example',
      acl: 'private',
      credentials: { accessKeyId: 'id', secretAccessKey: 'key' },
    });
  });

  it('is with a package where the provider has another name', () => {
    const options = { cloud_name: 'x', api_secret: 's', folder: 7 };
    const actions = { upload: { folder: 'shop' } };
    const config = { provider: 'cloudinary', providerOptions: options, actionOptions: actions };
    const place = { kind: 'package', provider: 'cloudinary', options, actions };
    expect(uploadOf({}, config).place).to.deep.equal(place);
    expect(uploadOf({}, { provider: 'owl' }).place).to.deep.equal({
      kind: 'package',
      provider: 'owl',
      options: {},
      actions: {},
    });
    expect(uploadOf({ FILES_URL: 'files' }, config).place).to.deep.equal({ kind: 'local', folder: 'files' });
  });

  it('is refused at its key where it is wrong', () => {
    const wrong: [Readonly<Record<string, string>>, unknown, RegExp][] = [
      [{ FILES_URL: 'http://x' }, undefined, /^FILES_URL: must be a folder, or s3:/],
      [{ FILES_URL: 's3://b?nope=1' }, undefined, /^FILES_URL: /],
      [{ FILES_URL: 's3://key:secret@b' }, undefined, /^FILES_URL: (?!.*secret)/],
      [{ FILES_URL: 's3://b/../c d' }, undefined, /^FILES_URL: /],
      [{ UPLOAD_SIZE_LIMIT: '1 GB' }, undefined, /^UPLOAD_SIZE_LIMIT: must be a whole number of bytes/],
      [{}, { sizeLimit: -1 }, /^upload\.config\.sizeLimit: /],
      [{}, { nope: 1 }, /^upload\.config\.nope: is no setting/],
      [{}, { provider: 'aws-s3' }, /^upload\.config\.providerOptions\.s3Options\.params\.Bucket: is missing/],
      [{}, { breakpoints: { '../x': 5 } }, /^upload\.config\.breakpoints: /],
      [{}, 7, /^upload\.config: must be an object/],
    ];
    for (const [environment, config, expected] of wrong) {
      const faults = faultOf(environment, config);
      expect(faults, String(expected)).to.have.length(1);
      expect(faults[0]).to.match(expected);
    }
  });
});
