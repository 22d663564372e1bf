/** The scale of all ratings: whole stars from 1 to LEVELS. */
import { z } from "zod";

export const LEVELS = 5;

export const ratingSchema = z.int().min(1).max(LEVELS);
