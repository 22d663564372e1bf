"""The same steps in PyTorch eager. Reads lines "TASK N" and answers with N step times in milliseconds as JSON."""

import json
import math
import sys
import time

import torch
import torch.nn.functional as F

torch.set_num_threads(int(sys.argv[1]))
torch.set_flush_denormal(True)
torch.manual_seed(1)


def adam(params):
    return torch.optim.Adam(params, 1e-3)


def mlp():
    x, y = torch.randn(512, 384), torch.randn(512, 1)
    model = torch.nn.Sequential(
        torch.nn.Linear(384, 256),
        torch.nn.ReLU(),
        torch.nn.Linear(256, 256),
        torch.nn.ReLU(),
        torch.nn.Linear(256, 1, bias=False),
    )
    optimizer = adam(model.parameters())

    def step():
        optimizer.zero_grad(set_to_none=True)
        loss = ((model(x) - y) ** 2).mean()
        loss.backward()
        optimizer.step()

    return step


def esus():
    B, T, E, H, A, Z, U, tags, active = 64, 20, 416, 128, 64, 32, 128, 24, 16
    N = B * T

    def dense(rows, columns, scale=0.08):
        return torch.nn.Parameter(scale * torch.randn(rows, columns))

    kernel, bias = dense(E, H, 0.05), torch.nn.Parameter(torch.zeros(H))
    encode, decode = dense(H, A), dense(A, H)
    query, key, value = dense(H + 8, U), dense(H + 8, U), dense(H + 8, U)
    decay = torch.nn.Parameter(torch.tensor(-1.0))
    to_mean, to_log_sd = dense(U, Z), dense(U, Z, 0.02)
    weights, hidden, out = dense(Z, A, 0.1), dense(Z + H, 64, 0.05), dense(64, 1, 0.1)
    first, log_gap = torch.nn.Parameter(torch.tensor([[-2.0]])), torch.nn.Parameter(torch.zeros(1, 3))
    head_tags, head_dwell, head_more = dense(Z + H, tags, 0.05), dense(Z + H, 2, 0.05), dense(Z + H, 1, 0.05)
    parameters = [
        kernel, bias, encode, decode, query, key, value, decay, to_mean, to_log_sd,
        weights, hidden, out, first, log_gap, head_tags, head_dwell, head_more,
    ]  # fmt: skip
    optimizer = adam(parameters)
    x, feedback, noise = torch.randn(N, E), torch.randn(N, 8), torch.randn(N, Z)
    rating, tag, dwell, more, sign = (torch.randn(N, n) for n in (5, tags, 1, 1, 1))
    age = torch.arange(T).reshape(T, 1) - torch.arange(T).reshape(1, T)

    def binary(logit, target):
        return (F.softplus(logit) - logit * torch.sigmoid(target)).mean()

    def step():
        optimizer.zero_grad(set_to_none=True)
        h = F.silu(x @ kernel + bias)
        pre = h @ encode
        cut = torch.topk(pre.detach(), active, dim=-1).values.amin(-1, keepdim=True)
        code = torch.where(pre >= cut, pre, torch.zeros(()))
        reconstruction = ((code @ decode - h) ** 2).mean()
        event = torch.cat([h, feedback], -1)
        q, k, v = ((event @ w).reshape(B, T, U) for w in (query, key, value))
        curve = torch.where(age > 0, torch.exp(-age * F.softplus(decay)), torch.zeros(()))
        memory = ((q @ k.transpose(1, 2)) / math.sqrt(U) * curve @ v).reshape(N, U)
        mean, log_sd = memory @ to_mean, memory @ to_log_sd - 1
        z = mean + torch.exp(log_sd) * noise
        kl = (torch.exp(2 * log_sd) + mean**2 - 1 - 2 * log_sd).mean() * 0.5
        zh = torch.cat([z, h], -1)
        reward = ((z @ weights) * code).sum(-1, keepdim=True) + torch.tanh(zh @ hidden) @ out
        cut_points = torch.cat([first, first + torch.cumsum(torch.exp(log_gap), -1)], -1) - reward
        cumulative = torch.sigmoid(cut_points)
        edges = torch.cat([torch.zeros(N, 1), cumulative, torch.ones(N, 1)], -1)
        log_p = torch.log(edges[:, 1:] - edges[:, :-1] + 1e-6)
        ordinal = -(log_p * torch.softmax(rating * 5, -1)).sum(-1).mean()
        pair = -F.logsigmoid(reward * sign).mean()
        middle, log_spread = torch.split(zh @ head_dwell, 1, -1)
        spent = (((dwell - middle) ** 2) * torch.exp(-2 * log_spread) * 0.5 + log_spread).mean()
        loss = reconstruction + 0.01 * kl + ordinal + pair + binary(zh @ head_tags, tag) + spent
        loss = loss + binary(zh @ head_more + reward, more)
        loss.backward()
        optimizer.step()

    return step


steps = {"mlp": mlp(), "esus": esus()}
print(json.dumps({"torch": torch.__version__}), flush=True)
for line in sys.stdin:
    task, count = line.split()
    times = []
    for _ in range(int(count)):
        start = time.perf_counter()
        steps[task]()
        times.append((time.perf_counter() - start) * 1000)
    print(json.dumps(times), flush=True)
