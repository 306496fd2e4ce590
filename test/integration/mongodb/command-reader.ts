import { BSON, type Document } from 'mongodb';

const opMsg = 2013;
const headerSize = 16;
const flagsSize = 4;
const checksumFlag = 1;

/**
 * Splits what a client sends into messages, and passes each to `onMessage` with its command: the body of an OP_MSG
 * of MongoDB's wire protocol, with the document sequences that follow it. The command of any other message is null.
 */
export class CommandReader {
  private rest = Buffer.alloc(0);

  constructor(private readonly onMessage: (message: Buffer, command: Document | null) => void) {}

  read(chunk: Buffer): void {
    this.rest = Buffer.concat([this.rest, chunk]);
    while (this.rest.length >= headerSize) {
      const length = this.rest.readInt32LE(0);
      if (this.rest.length < length) return;
      const message = this.rest.subarray(0, length);
      this.rest = this.rest.subarray(length);
      this.onMessage(message, message.readInt32LE(12) === opMsg ? commandOf(message) : null);
    }
  }
}

function commandOf(message: Buffer): Document {
  const hasChecksum = (message.readInt32LE(headerSize) & checksumFlag) !== 0;
  const end = message.length - (hasChecksum ? 4 : 0);
  const command: Document = {};
  let at = headerSize + flagsSize;
  while (at < end) {
    const size = message.readInt32LE(at + 1);
    const section = message.subarray(at + 1, at + 1 + size);
    const isBody = message[at] === 0;
    Object.assign(command, isBody ? document(section) : sequenceOf(section));
    at += 1 + size;
  }
  return command;
}

/** A document sequence, `size name\0 document…`, which is a list outside of the command's body. */
function sequenceOf(section: Buffer): Document {
  const nameEnd = section.indexOf(0, 4);
  const name = section.toString('utf8', 4, nameEnd);
  const documents: Document[] = [];
  for (let at = nameEnd + 1; at < section.length;) {
    const size = section.readInt32LE(at);
    documents.push(document(section.subarray(at, at + size)));
    at += size;
  }
  return { [name]: documents };
}

/** The reply of a server that refuses a message with an error code. */
export function refusalOf(message: Buffer, code: number): Buffer {
  const body = BSON.serialize({ ok: 0, code, errmsg: `refused with ${code}` });
  const reply = Buffer.alloc(headerSize + flagsSize + 1 + body.length);
  reply.writeInt32LE(reply.length, 0);
  reply.writeInt32LE(message.readInt32LE(4), 8);
  reply.writeInt32LE(opMsg, 12);
  reply.set(body, headerSize + flagsSize + 1);
  return reply;
}

const document = (bytes: Buffer): Document => BSON.deserialize(bytes, { bsonRegExp: true });
