export default { proxy: { koa: true } };
