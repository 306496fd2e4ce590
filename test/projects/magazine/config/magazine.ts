export default ({ env }) => ({ name: 'The Magazine', paywall: { free: env.int('FREE_ARTICLES', 3) } });
