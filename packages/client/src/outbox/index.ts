export { type Outbox, type OutboxOptions, openOutbox } from './outbox.js';
