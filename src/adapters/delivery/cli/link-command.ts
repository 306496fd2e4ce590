import { command } from './command.js';
import { printed } from './outcome.js';

export const linkCommand = command({
  name: 'link',
  summary: 'let scripts of the app import @strapi/strapi with node alone',
  page: 'app-code',
  read() {
    return async ({ app, link }) => {
      const linked = await link(app);
      return linked.ok ? printed(linked.value.join('\n')) : linked;
    };
  },
});
