/** `@strapi/types` for the code of apps: what it has are types, which disappear when code is compiled. */
const types = {};

export default types;
