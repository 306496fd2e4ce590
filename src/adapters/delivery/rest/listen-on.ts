import type { AddressInfo, Server } from 'node:net';

/** Opens a port, and says which one it is: 0 takes any that is free. Rejects if it is taken. */
export function listenOn(server: Server, port: number, host?: string): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve(server.address() as AddressInfo);
    });
  });
}
