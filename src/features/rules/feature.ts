import type { Feature } from '../feature.ts'
import type { RuleActsProps } from './rule-acts-dialog.tsx'

declare module '../../model/layout/dialogs.ts' {
  interface DialogProps {
    'rule-acts': RuleActsProps
  }
}

export const rules: Feature = {
  id: 'rules',
  screens: [
    {
      path: '/action',
      titleKey: 'app:rules.title',
      load: () => import('./rules-page.tsx'),
      command: { id: 'rules', keys: ['g r'], icon: 'filter' },
      columnPosition: 30,
    },
  ],
  settingsPages: [
    {
      path: 'actions',
      icon: 'filter',
      order: 65,
      load: async () => ({ default: (await import('./settings-link.tsx')).SettingsLink }),
    },
  ],
  dialogs: [{ id: 'rule-acts', load: () => import('./rule-acts-dialog.tsx') }],
  tables: ['rules'],
  loadStores: () => import('../../model/rules/index.ts'),
  background: () => import('./start.ts'),
}
