import type { Core } from '@strapi/strapi';

const config = ({ env }: Core.Config.Shared.ConfigParams): Core.Config.Admin => ({
  auth: { secret: env('ADMIN_JWT_SECRET')! },
  apiToken: { salt: env('API_TOKEN_SALT') },
  flags: { nps: env.bool('FLAG_NPS', true) },
  preview: {
    enabled: env.bool('PREVIEW', true),
    config: {
      allowedOrigins: [env('CLIENT_URL')],
      async handler(uid, { documentId, locale, status }) {
        return `${env('CLIENT_URL')}/${uid.toLowerCase()}/${documentId}?${locale}&${status}`;
      },
    },
  },
});

export const narrower: Core.Config.Admin = {
  preview: {
    config: { handler: (uid: 'api::note.note', { documentId }: { documentId: string }) => uid + documentId },
  },
};

export default config;
