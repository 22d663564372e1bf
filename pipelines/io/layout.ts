/** Names of stages and of the files in their folders: the contract between stages. */

export const INGEST = "ingest";
export const RECORDS_FILE = "kept.jsonl";
/** The records once more, for tools that read columns. */
export const RECORDS_PARQUET_FILE = "kept.parquet";
export const CONTENTS_FILE = "contents.jsonl";
export const FACTS_FILE = "facts.jsonl";
export const REFUSED_FILE = "refused.jsonl";
/** What proves that the split leaks nothing. */
export const SPLIT_REPORT_FILE = "split_report.json";

export const LABEL = "label";
export const LABELS_FILE = "labels.jsonl";
/** How the labeller did on comments that people labelled too. */
export const LABEL_TABLE_FILE = "label-table.json";

export const PAIRS = "pairs";
export const PAIRS_FILE = "pairs.jsonl";
/** How far each axis's edit moves every column. */
export const LEAKAGE_FILE = "leakage.json";

export const ACTIVE_PAIRS = "active-pairs";
/** Pairs that are worth asking a person, in the order of their worth. */
export const QUESTIONS_FILE = "questions.jsonl";
export const SHEET_CSV_FILE = "annotation.csv";
export const SHEET_PAGE_FILE = "annotation.html";

export const ANSWERS = "answers";
export const ANSWERS_FILE = "answers.jsonl";

export const ENCODE = "encode";
/** Embeddings of distinct texts: content_id, embedding. */
export const EMBEDDINGS_FILE = "embeddings.arrow";

export const TRAIN = "train";
export const PARAMS_FILE = "params.safetensors";
export const CONFIG_FILE = "config.json";
export const LOG_FILE = "metrics.jsonl";
/** Present only while training is unfinished. */
export const RESUME_FILE = "resume.safetensors";

export const PUBLISH = "publish";

export const EVAL = "eval";
export const PREDICTIONS_FILE = "predictions.jsonl";
export const TABLE_FILE = "table.json";

export const SIMULATE = "simulate";
/** What an agent must not see, beside what it may: by example id. */
export const HIDDEN_FILE = "hidden.jsonl";

export const FUSE_SUITE = "fuse-suite";
/** What agents are shown, what they are scored by, and how the suite was made. */
export const EPISODES_FILE = "public.jsonl";
export const SEALED_FILE = "sealed.jsonl";
export const SUITE_FILE = "suite.json";

export const FUSE_RUN = "fuse-run";
/** One row an episode and agent: all that scoring reads. */
export const FUSE_LOG_FILE = "episodes.jsonl";
/** Every question to an agent and its answer. */
export const FUSE_CALLS_FILE = "calls.jsonl";
export const FUSE_TABLE_FILE = "fuse-table.json";

export const LIFE_REWARD = "select-life-reward";
export const BEST_OF_N = "select-best-of-n";
export const SELECT_CANDIDATES = "select-candidates";
/** Each agent's years with every component; the report; what a sample is and where it came from. */
export const REWARDS_FILE = "rewards.jsonl";
export const SELECTION_REPORT_FILE = "report.json";
export const METADATA_FILE = "metadata.jsonl";
export const DATASET_INFO_FILE = "dataset_info.json";
export const CANDIDATES_FILE = "candidates.jsonl";

export const REPORT = "report";
export const REPORT_FILE = "report.html";
