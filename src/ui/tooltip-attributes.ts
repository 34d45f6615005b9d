/** The attributes that make any element show a tooltip; the one TooltipLayer of the page reads them. */
export const tooltip = (text: string, keys?: string) => ({ 'data-tooltip': text, 'data-tooltip-keys': keys })

/** The element whose tooltip is visible, and its text. */
export type TooltipTarget = {
  readonly element: HTMLElement
  readonly text: string
  readonly keys: string | undefined
}
