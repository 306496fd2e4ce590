export default ({ env }) => ({
  'users-permissions': { config: { jwtSecret: env('JWT_SECRET', 'kfU2mTb0zqX6sHn4Wd8RrPvLcYg1JaEo'), jwt: { expiresIn: '7d' } } },
  email: {
    config: {
      provider: 'nodemailer',
      providerOptions: { host: env('SMTP_HOST', '127.0.0.1'), port: env.int('SMTP_PORT', 2525), ignoreTLS: true },
      settings: { defaultFrom: 'desk@magazine.example.com', defaultReplyTo: 'desk@magazine.example.com' },
    },
  },
});
