import { addSaveCommand, defineClient } from '../../src/plugin-api/client.ts'
import { calls } from './contract.ts'

export default defineClient((host) =>
  addSaveCommand(host, { plugin: 'email', service: 'E-mail', call: calls.save, needs: 'entry' }),
)
