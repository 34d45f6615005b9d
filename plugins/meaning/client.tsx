import { defineClient } from '../../src/plugin-api/client.ts'
import { rows } from './contributes.ts'

export default defineClient(({ command, toolbarItem, settingsPart, reader, call, $settings }) => {
  command({
    ...rows.like,
    run: ({ entries: [first], entry }) => {
      const like = first ?? entry
      if (like) reader.queryRequested(`like:${like.id}`)
      return undefined
    },
  })
  command({
    ...rows.search,
    run: ({ args }) => {
      const words = String(args['words'] ?? '')
        .replaceAll(/["\\]/g, ' ')
        .trim()
      if (words !== '') reader.queryRequested(`about:"${words}"`)
      return undefined
    },
  })
  toolbarItem({ command: rows.like.id, group: 'more', icon: 'link' })
  settingsPart({
    load: async () => ({
      default: (await import('./settings-part.tsx')).createSettingsPart({ call, $settings }),
    }),
  })
})
