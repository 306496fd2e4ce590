/** A client that has not read so many bytes is disconnected, and goes on from the last event that it has. */
const maxUnreadBytes = 256 * 1024;

/** With less unread, a client that catches up gets more. */
const roomBytes = 64 * 1024;

/** Whether a client does not read, by the bytes that wait for it. */
export const isStalled = (unreadBytes: number): boolean => unreadBytes > maxUnreadBytes;

/** Whether a client has read nearly all that was sent. */
export const hasRoom = (unreadBytes: number): boolean => unreadBytes < roomBytes;
