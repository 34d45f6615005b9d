/** The block that is meant: under the pointer, focused, or else the first that is in view. */
export function codeBlockAtHand(
  blocks: readonly HTMLElement[],
  pointed: HTMLElement | null,
): HTMLElement | undefined {
  if (pointed && blocks.includes(pointed)) return pointed
  const focused = blocks.find((block) => block.contains(document.activeElement))
  const visible = blocks.find((block) => {
    const { top, bottom } = block.getBoundingClientRect()
    return bottom > 0 && top < window.innerHeight
  })
  return focused ?? visible ?? blocks[0]
}
