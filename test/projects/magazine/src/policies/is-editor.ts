export default (policyContext, config, { strapi }) => {
  const { user } = policyContext.state;
  if (user?.role?.type === 'editor') return true;
  strapi.log.debug(`not an editor${config?.strict ? ', and strictly' : ''}`);
  return false;
};
