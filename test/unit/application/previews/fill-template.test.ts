import { expect } from 'chai';
import { checkTemplates, fillTemplate } from '../../../../src/application/previews/fill-template.js';
import { contentType, schemaFrom } from '../../../schema-builders.js';

const schema = schemaFrom({
  contentTypes: [
    contentType('story', 'stories', {
      slug: { type: 'string' },
      rating: { type: 'integer' },
      hidden: { type: 'string', private: true },
      secret: { type: 'password' },
    }),
  ],
});
const story = 'api::story.story';

describe('the address of a preview', () => {
  it('has the values, encoded', () => {
    const filled = fillTemplate('https://x.example/{slug}/{rating}?l={locale}&t={token}', {
      slug: '../a?b=1#c',
      rating: 0,
      locale: null,
      token: 't',
    });
    expect(filled).to.deep.equal({ ok: true, value: 'https://x.example/..%2Fa%3Fb%3D1%23c/0?l=&t=t' });
    const half = fillTemplate('https://x.example/{slug}', { slug: 'a\ud800' });
    expect(half).to.deep.equal({ ok: true, value: 'https://x.example/a%EF%BF%BD' });
  });

  it('needs every value but that of the locale', () => {
    expect(fillTemplate('https://x.example/{slug}', { slug: '' })).to.deep.include({ ok: false });
    expect(fillTemplate('https://x.example/{slug}', {})).to.deep.include({ ok: false });
  });

  it('names content-types and attributes that can be shown', () => {
    const faultsOf = (template: string, type = story): readonly string[] =>
      checkTemplates(schema, { [type]: template }).map(({ message }) => message);
    expect(faultsOf('https://x.example/{slug}/{documentId}/{locale}/{status}/{token}')).to.deep.equal([]);
    for (const name of ['hidden', 'secret', 'slugg'])
      expect(faultsOf(`https://x.example/{${name}}`)).to.deep.equal([
        `{${name}} is no attribute that can be shown`,
      ]);
    for (const type of ['api::none.none', 'plugin::admin.administrator'])
      expect(faultsOf('https://x.example/', type)).to.deep.equal(['is no content-type of the app']);
  });
});
