/** The first part of a plugin's worker; the plugin's own code follows it and calls `lectern.start`. */
import * as effector from 'effector'
import type { ClientLectern } from '../../../plugin-api/sandbox.ts'
import { removeGlobals } from './prelude.ts'
import { createRuntime } from './runtime.ts'

removeGlobals(self)
const start = createRuntime(self)
const lectern: ClientLectern = { effector, start }
Object.defineProperty(self, 'lectern', { value: Object.freeze(lectern) })
