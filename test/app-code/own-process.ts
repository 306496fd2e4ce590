import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { writeProject, type ProjectFiles } from './project.js';

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Starts a project over the memory store in a process of its own and runs `code` there, a text of JavaScript that has
 * `server` (the exports of the package), `quire`, `url` and `said`, the log.
 */
export async function runInOwnProcess(files: ProjectFiles, code: string): Promise<Ended> {
  const { directory, remove } = await writeProject(files);
  const program = `
    import * as server from ${JSON.stringify(import.meta.resolve('../../src/bootstrap/index.ts'))};
    const env = { DATABASE_URL: 'memory:', PORT: '0', NODE_ENV: 'test' };
    const said = [];
    const say = (message) => said.push(message);
    const log = { debug: say, info: say, warn: say, error: say };
    const quire = server.createQuire({ app: process.argv[1], env, log });
    const { url } = await quire.start();
    ${code}
    await quire.stop();`;
  const argv = ['--import', import.meta.resolve('tsx'), '--input-type=module', '--eval', program, directory];
  try {
    const ended = await promisify(execFile)(process.execPath, argv);
    return { code: 0, ...ended };
  } catch (error) {
    return error as Ended & Error;
  } finally {
    await remove();
  }
}
