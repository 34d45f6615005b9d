/** The browser half of a plugin from elsewhere: its own code behind the runtime that gives it the API. */
import { toBrowserPath } from '../../core/base-path.ts'
import type { ClientHalf } from '../../plugin-api/client.ts'
import { openFrame } from './frame.ts'
import { startSandboxed, type SandboxContext } from './sandboxed-client.ts'

/**
 * @param code a classic script that calls `lectern.start`
 * @throws as {@link startSandboxed}
 */
export async function loadClient(
  code: string,
  context: Omit<SandboxContext, 'linesBefore' | 'open'>,
): Promise<ClientHalf> {
  const { code: runtime, frameAddress } = await import('virtual:plugin-runtime')
  const before = `${runtime}\n;`
  return startSandboxed(before + code, {
    ...context,
    open: openFrame(toBrowserPath(frameAddress)),
    linesBefore: before.split('\n').length - 1,
  })
}
