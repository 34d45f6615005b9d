import { defineCalls, saveCall } from '../../src/plugin-api/manifest.ts'

export const calls = defineCalls({ save: saveCall })
