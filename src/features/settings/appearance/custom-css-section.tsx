import { useUnit } from 'effector-react'
import { $firstKeys } from '../../../model/app/index.ts'
import { registry } from '../../../model/app/registry.ts'
import { $appearance, $customCssPaused } from '../../../model/settings/index.ts'
import { Button, keyText, Notice, TextArea, useTranslation } from '../../../ui/index.ts'

const TOGGLE = 'settings:toggle-custom-css'

/** The user's stylesheet, and the way out when it breaks the page. */
export function CustomCssSection() {
  const { t } = useTranslation('settings')
  const { appearance, paused, keys, invoke } = useUnit({
    appearance: $appearance,
    paused: $customCssPaused,
    keys: $firstKeys,
    invoke: registry.commandInvoked,
  })
  const toggleKeys = keyText(keys.get(TOGGLE) ?? '')
  return (
    <>
      {paused && (
        <Notice
          tone="warning"
          actions={
            <Button size="small" onClick={() => invoke({ id: TOGGLE, source: 'button' })}>
              {t('appearance.customCSS.apply')}
            </Button>
          }
        >
          {t('appearance.customCSS.paused')}
        </Notice>
      )}
      <div data-setting="customCSS">
        <TextArea
          label={t('appearance.customCSS.label')}
          hideLabel
          code
          rows={8}
          hint={
            <>
              {t('appearance.customCSS.words')} {t('appearance.customCSS.escape', { keys: toggleKeys })}
            </>
          }
          error={bracesMatch(appearance.customCSS) ? undefined : t('appearance.customCSS.invalid')}
          value={appearance.customCSS}
          onChange={(event) =>
            invoke({
              id: 'settings:set',
              source: 'button',
              args: { tab: 'appearance', key: 'customCSS', value: event.currentTarget.value },
            })
          }
        />
      </div>
    </>
  )
}

/** Whether every brace of a stylesheet has its other half; strings and comments do not count. */
export function bracesMatch(css: string): boolean {
  const bare = css.replaceAll(/\/\*[\s\S]*?(\*\/|$)|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g, '')
  let depth = 0
  for (const letter of bare) {
    if (letter === '{') depth += 1
    if (letter === '}') depth -= 1
    if (depth < 0) return false
  }
  return depth === 0
}
