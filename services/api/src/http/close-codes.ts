/** Close codes of sockets: RFC 6455, 7.4.1, and its registry. */
export const GOING_AWAY = 1001;
/** Clients reconnect by themselves after this code. */
export const TRY_AGAIN_LATER = 1013;

/** Reasons; at most 123 bytes. */
export const COME_BACK = 'UNAVAILABLE: the database does not respond; subscribe again from the last cursor';
