import { say } from '../messages/messages.js';

export const NoTypes = () => (
  <section className="notice">
    <h1>{say('home.empty.title')}</h1>
    <p>{say('home.empty.text')}</p>
  </section>
);
