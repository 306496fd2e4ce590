import { expect } from 'chai';
import { createGraphqlWorld, type GraphqlWorld } from './graphql-world.js';

describe('GraphQL answers that are the text of the store', () => {
  let world: GraphqlWorld;
  let id: string;

  const Name = 'a "quoted" {name}, \\ "x":null}}';
  const Tags = { id: 1, '~00': null, attributes: { Name: 'x' }, 'Name":"': [{ id: '}' }, '},{'] };

  before(async () => {
    world = await createGraphqlWorld();
    const owner = await world.create('chef', { Name: '},{"id":1' });
    const seo = { metaTitle: '"}', author: owner };
    id = await world.create('restaurant', { Name, Tags, Rating: 3, Kind: 'bistro', owner, seo });
  });

  const asked = async (query: string): Promise<unknown> => {
    const { body } = await world.ask(query);
    expect(body.errors).to.equal(undefined);
    return body.data;
  };

  it('have values of any content', async () => {
    const one =
      '{ data { id attributes { Name Tags owner { data { attributes { Name } } } seo { metaTitle } Kind } } }';
    const owner = { data: { attributes: { Name: '},{"id":1' } } };
    const data = { id, attributes: { Name, Tags, owner, seo: { metaTitle: '"}' }, Kind: 'bistro' } };
    expect(await asked(`{ restaurants ${one} restaurant(id: "${id}") ${one} }`)).to.deep.equal({
      restaurants: { data: [data] },
      restaurant: { data },
    });
  });

  it('have members under any alias, several times, in the order of the selection', async () => {
    const long = 'x'.repeat(70);
    const data = await asked(
      `{ restaurants { data { __proto__: id __revision: id a: attributes { id: Rating Name: Rating ${long}: Name __typename }
         b: attributes { Name: Kind x: owner { y: data { id: attributes { id: Name } } } } } } }`,
    );
    expect(JSON.stringify(data)).to.equal(
      `{"restaurants":{"data":[{"__proto__":"${id}","__revision":"${id}",` +
        `"a":{"id":3,"Name":3,"${long}":${JSON.stringify(Name)},"__typename":"Restaurant"},` +
        `"b":{"Name":"bistro","x":{"y":{"id":{"id":${JSON.stringify('},{"id":1')}}}}}}]}}`,
    );
  });

  it('are empty objects and nothing but names of types, if that is all that is selected', async () => {
    const none = '@include(if: false)';
    expect(
      await asked(`{ restaurants { data { attributes { Name ${none} } } __typename }
        x: restaurants { data { __typename attributes { seo { id ${none} } } } }
        y: restaurants { data { id ${none} } meta { pagination { total } } } }`),
    ).to.deep.equal({
      restaurants: { data: [{ attributes: {} }], __typename: 'RestaurantEntityResponseCollection' },
      x: { data: [{ __typename: 'RestaurantEntity', attributes: { seo: {} } }] },
      y: { data: [{}], meta: { pagination: { total: 1 } } },
    });
  });
});
