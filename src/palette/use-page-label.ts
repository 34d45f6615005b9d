import type { ArgumentValue, Choice } from '../core/index.ts'
import type { PalettePage } from '../model/palette/index.ts'
import { commandTitle, useTranslation } from '../ui/index.ts'
import { useReadStore } from './use-read-store.ts'

/** The command of a page and the values that it has so far: `Move a subscription: Kitchen Letters`. */
export function usePageLabel(page: PalettePage | null): string {
  const { t } = useTranslation()
  const read = useReadStore()
  if (!page) return ''
  const title = commandTitle(page.command, t)
  const titleOf = ({ title: name, titleKey }: Choice) => (titleKey ? t(titleKey) : name)
  const values = (page.command.args ?? []).flatMap(({ name, choices }) => {
    const value = page.args[name]
    if (value === undefined) return []
    const options = choices ? read(choices)(page.args) : []
    return valueLabels(value, options, titleOf)
  })
  return values.length > 0 ? `${title}: ${values.join(', ')}` : title
}

/** Names listed one by one. */
const MOST_NAMES = 3

function valueLabels(
  value: ArgumentValue,
  options: readonly Choice[],
  titleOf: (choice: Choice) => string,
): string[] {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value]
  const names = all.slice(0, MOST_NAMES).map((one) => {
    const option = options.find((choice) => choice.value === one)
    return option ? titleOf(option) : String(one)
  })
  return all.length > MOST_NAMES ? [...names, `+${all.length - MOST_NAMES}`] : names
}
