import { expect } from 'chai';
import { serveApp, typeFile } from '../http/served-app.js';
import type { Attributes } from '../schema-builders.js';

describe('custom fields', () => {
  const page = (attributes: Attributes) => typeFile('page', attributes);
  const field = (customField: string, more: object = {}) => ({ type: 'customField', customField, ...more });
  const outcome = async (files: Readonly<Record<string, unknown>>): Promise<string> => {
    try {
      const served = await serveApp(files);
      const { attributes } = served.app.contentTypes['api::page.page'] ?? {};
      await served.stop();
      return Object.entries(attributes ?? {})
        .filter(([, view]) => view['customField'] !== undefined)
        .map(([name, { type }]) => `${name} ${type}`)
        .join();
    } catch (error) {
      return (error as Error).message;
    }
  };
  const register = (fields: string): Readonly<Record<string, string>> => ({
    'src/index.js': `module.exports = { register({ strapi }) { strapi.customFields.register(${fields}); } };`,
  });

  it('of common plugins keep their values as text', async () => {
    const attributes = {
      body: field('plugin::ckeditor5.CKEditor', { options: { preset: 'rich' } }),
      old: field('plugin::ckeditor.CKEditor'),
      color: field('plugin::color-picker.color', { regex: '^#[0-9a-f]{6}$' }),
    };
    expect(await outcome(page(attributes))).to.equal('body richtext,old richtext,color string');
  });

  it('that the app registers have the type of the registration', async () => {
    const attributes = { rating: field('plugin::stars.rating'), mood: field('global::mood') };
    const registered = register(`[
      { name: 'rating', plugin: 'stars', type: 'integer', inputSize: { default: 4, isResizable: true } },
      { name: "mood", type: "json" },
    ]`);
    expect(await outcome({ ...page(attributes), ...registered })).to.equal('rating integer,mood json');
  });

  it('that nobody registers stop the start by name', async () => {
    expect(await outcome(page({ place: field('plugin::map.place') }))).to.match(
      /attributes\.place\.type.* the custom field "plugin::map\.place" is not known/,
    );
  });

  it('stop the start if they are registered with another type than the schema has', async () => {
    const files = {
      ...page({ color: field('plugin::color-picker.color') }),
      ...register(`{ name: 'color', plugin: 'color-picker', type: 'json' }`),
    };
    expect(await outcome(files)).to.match(
      /The custom field plugin::color-picker\.color is json, but api::page\.page keeps color as string/,
    );
    expect(await outcome({ ...page({}), ...register(`{ name: 'x' }`) })).to.match(/'name' and 'type' key/);
  });
});
