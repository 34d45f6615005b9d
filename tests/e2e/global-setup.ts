/** Starts a server once and stops it: what it compiled is stored, and every later one of the run starts faster. */
import { startLectern } from '../support/lectern.ts'

export default async function storeCompiledServer(): Promise<void> {
  const lectern = await startLectern()
  await lectern.stop()
  await lectern.end()
}
