import { addSaveCommand, defineClient } from '../../src/plugin-api/client.ts'
import { calls } from './contract.ts'

export default defineClient((host) =>
  addSaveCommand(host, { plugin: 'readeck', service: 'Readeck', call: calls.save }),
)
