import type { GraphQLError } from 'graphql';
import { requestError } from '../client-error.js';
import type { ResponseFormat } from '../shape/shape.js';

export const noSubscriptions = requestError('BAD_REQUEST', 'There are no subscriptions here');

export const noStream = requestError(
  'BAD_REQUEST',
  'Only subscriptions are answered with text/event-stream: accept application/json',
);

export const notServed = (format: ResponseFormat): GraphQLError =>
  requestError('BAD_REQUEST', `This server has no GraphQL schema in the format ${format}.`);
