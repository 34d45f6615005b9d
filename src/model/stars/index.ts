import { createEvent } from 'effector'

export const starToggled = createEvent<{ id: string }>()
