module.exports = {
  routes: [
    { method: 'POST', path: '/newsletter/subscribe', handler: 'newsletter.subscribe', config: { auth: false } },
    { method: 'POST', path: '/newsletter/hook', handler: 'newsletter.hook', config: { auth: false, policies: [] } },
    { method: 'GET', path: '/newsletter/count', handler: 'newsletter.count' },
  ],
};
