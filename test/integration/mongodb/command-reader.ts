import { BSON, type Document } from 'mongodb';

const opMsg = 2013;
const headerSize = 16;
const flagsSize = 4;
const checksumFlag = 1;

/** Tells the commands in what a client sends: OP_MSG of MongoDB's wire protocol, with the documents that follow it. */
export class CommandReader {
  private rest = Buffer.alloc(0);

  constructor(private readonly tell: (command: Document) => void) {}

  read(chunk: Buffer): void {
    this.rest = Buffer.concat([this.rest, chunk]);
    while (this.rest.length >= headerSize) {
      const length = this.rest.readInt32LE(0);
      if (this.rest.length < length) return;
      const message = this.rest.subarray(0, length);
      this.rest = this.rest.subarray(length);
      if (message.readInt32LE(12) === opMsg) this.tell(commandOf(message));
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

/** `size name\0 document…`: a list that stands outside of the command. */
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

const document = (bytes: Buffer): Document => BSON.deserialize(bytes, { bsonRegExp: true });
