/** Close codes of sockets, as in RFC 6455, 7.4.1 and in the register that it opens. */
export const GOING_AWAY = 1001;
/** Clients come back by themselves after it. */
export const TRY_AGAIN_LATER = 1013;

/** Reasons; at most 123 bytes. */
export const COME_BACK = 'UNAVAILABLE: the database does not respond; subscribe again from the last cursor';
